//! A collection of blocks is empty, never null.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(block)]
    pet: Option<Vec<Diet>>,
}

#[derive(Model)]
struct Diet {
    kcal: i64,
}

fn main() {}
