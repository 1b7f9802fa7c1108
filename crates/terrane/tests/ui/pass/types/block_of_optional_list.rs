//! A collection of blocks is empty, never null.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(block)]
    pet: Vec<Diet>,
}

#[derive(Schema)]
struct Diet {
    kcal: i64,
}

fn main() {}
