//! A computed block has no minimum number of blocks.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(block, items(..=3))]
    diet: Computed<Vec<Diet>>,
}

#[derive(Model)]
struct Diet {
    kcal: Computed<i64>,
}

fn main() {}
