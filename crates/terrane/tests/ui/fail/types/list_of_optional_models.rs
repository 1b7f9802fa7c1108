//! An element that is a model is not optional.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Vec<Option<Diet>>,
}

#[derive(Model)]
struct Diet {
    kcal: i64,
}

fn main() {}
