//! Blocks of a list or set are counted.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(block, items(1..))]
    diets: Option<Diet>,
}

#[derive(Model)]
struct Diet {
    kcal: i64,
}

fn main() {}
