//! A block is configured as a whole.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(block, deprecated = "DIET")]
    diet: Diet,
}

#[derive(Schema)]
struct Diet {
    kcal: i64,
}

fn main() {}
