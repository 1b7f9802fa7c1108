//! A schema is not recursive.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    friends: Vec<Self>,
}

#[derive(Schema)]
struct Diet {
    kcal: i64,
}

fn main() {}
