//! Blocks of a list or set are counted.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(block, items(1..))]
    diets: Set<Diet>,
}

#[derive(Schema)]
struct Diet {
    kcal: i64,
}

fn main() {}
