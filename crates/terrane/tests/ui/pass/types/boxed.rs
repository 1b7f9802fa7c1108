//! An attribute owns its value.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Diet,
}

#[derive(Schema)]
struct Diet {
    kcal: i64,
}

fn main() {}
