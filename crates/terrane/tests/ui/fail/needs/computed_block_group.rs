//! A group is always there, so there is nothing to compute.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(block, group)]
    diet: Computed<Diet>,
}

#[derive(Schema)]
struct Diet {
    kcal: Computed<i64>,
}

fn main() {}
