//! An attribute owns its value.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Diet,
}

#[derive(Model)]
struct Diet {
    kcal: i64,
}

fn main() {}
