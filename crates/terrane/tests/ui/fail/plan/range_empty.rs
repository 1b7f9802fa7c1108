//! A promise can be kept.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(unknown(range(3..3)))]
    age: Computed<i64>,
}

fn main() {}
