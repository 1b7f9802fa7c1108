//! A schema is not recursive.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    friend: Option<Diet>,
}

#[derive(Model)]
struct Diet {
    kcal: i64,
}

fn main() {}
