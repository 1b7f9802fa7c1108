//! What is computed says so by its name.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(block)]
    diet: Computed<Vec<Diet>>,
}

#[derive(Schema)]
struct Diet {
    kcal: Computed<i64>,
}

fn main() {}
