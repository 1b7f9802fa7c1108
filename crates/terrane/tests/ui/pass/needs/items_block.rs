//! `items` is an option of blocks.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(block)]
    diets: Vec<Diet>,
}

#[derive(Model)]
struct Diet {
    kcal: i64,
}

fn main() {}
