//! The parts of a combination are relations, not other options.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(not(set(name)))]
struct Pet {
    name: Option<String>,
    diet: Option<Diet>,
    token: Option<String>,
}

#[derive(Schema)]
struct Diet {
    kcal: Option<i64>,
}

fn main() {}
