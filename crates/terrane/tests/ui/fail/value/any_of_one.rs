//! The validators of a combination are a tuple.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(validate(any((range(4..)))))]
    legs: i64,
}

fn main() {}
