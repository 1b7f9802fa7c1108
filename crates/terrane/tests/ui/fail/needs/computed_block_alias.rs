//! What is computed says so by its name.

use terrane::prelude::*;

type Diets = Computed<Vec<Diet>>;

#[derive(Schema)]
struct Pet {
    #[tf(block)]
    diet: Diets,
}

#[derive(Schema)]
struct Diet {
    kcal: Computed<i64>,
}

fn main() {}
