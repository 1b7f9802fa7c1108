//! The parts of a combination are relations.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(when(set(diet), requires(name, token)))]
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
