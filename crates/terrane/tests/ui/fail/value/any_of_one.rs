//! What is combined is a tuple.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(validate(any((range(4..)))))]
    legs: i64,
}

fn main() {}
