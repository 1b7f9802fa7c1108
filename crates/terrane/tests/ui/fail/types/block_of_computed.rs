//! Of a block that the provider fills, it fills everything.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(block)]
    diet: Computed<Diet>,
}

#[derive(Schema)]
struct Diet {
    kcal: i64,
}

fn main() {}
