//! The range of the number of blocks is not empty.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(block, items(3..=1))]
    diets: Vec<Diet>,
}

#[derive(Model)]
struct Diet {
    kcal: i64,
}

fn main() {}
