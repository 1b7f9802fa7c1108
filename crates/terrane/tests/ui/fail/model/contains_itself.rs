//! A schema is not recursive.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    friend: Option<Pet>,
}

#[derive(Schema)]
struct Diet {
    kcal: i64,
}

fn main() {}
