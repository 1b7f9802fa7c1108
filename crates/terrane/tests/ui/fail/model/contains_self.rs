//! A schema is not recursive.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    friends: Vec<Self>,
}

#[derive(Model)]
struct Diet {
    kcal: i64,
}

fn main() {}
