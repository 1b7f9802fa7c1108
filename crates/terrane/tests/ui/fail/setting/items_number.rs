//! The number of blocks is a range.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(block, items(3))]
    diets: Vec<Diet>,
}

#[derive(Model)]
struct Diet {
    kcal: i64,
}

fn main() {}
