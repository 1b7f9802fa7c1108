//! `items` is an option of blocks.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(block)]
    diets: Vec<Diet>,
}

#[derive(Schema)]
struct Diet {
    kcal: i64,
}

fn main() {}
