//! A schema ends somewhere.

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
