//! A block is a model.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(block)]
    pet: Vec<String>,
}

#[derive(Schema)]
struct Diet {
    kcal: i64,
}

fn main() {}
