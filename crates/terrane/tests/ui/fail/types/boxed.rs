//! An attribute owns its value.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Box<Diet>,
}

#[derive(Schema)]
struct Diet {
    kcal: i64,
}

fn main() {}
