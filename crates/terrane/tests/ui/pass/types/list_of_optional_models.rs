//! An element that is a model is not optional.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Vec<Diet>,
}

#[derive(Schema)]
struct Diet {
    kcal: i64,
}

fn main() {}
