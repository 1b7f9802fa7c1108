//! Where nothing is configured there are no blocks, so there is no least number.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(block, items(1..=3))]
    diet: Computed<Vec<Diet>>,
}

#[derive(Schema)]
struct Diet {
    kcal: Computed<i64>,
}

fn main() {}
