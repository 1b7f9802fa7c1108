//! The parts of a combination have a name.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(any_of(set(name), set(diet)))]
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
