//! Combined validators are of one type.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(validate(any(("a", range(4..)))))]
    legs: i64,
}

fn main() {}
