//! A block is a model.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(block)]
    pet: String,
}

#[derive(Model)]
struct Diet {
    kcal: i64,
}

fn main() {}
