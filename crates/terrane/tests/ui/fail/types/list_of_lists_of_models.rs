//! Models are collected once.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Vec<Vec<Diet>>,
}

#[derive(Model)]
struct Diet {
    kcal: i64,
}

fn main() {}
