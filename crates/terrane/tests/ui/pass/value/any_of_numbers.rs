//! Combined validators are of one type.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(validate(any((one_of([1]), range(4..)))))]
    legs: i64,
}

fn main() {}
