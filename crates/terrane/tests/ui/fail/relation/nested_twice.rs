//! A path is in a relation once.

use terrane::prelude::*;

#[derive(Model)]
#[tf(at_most_one_of(diet.kcal, diet.kcal))]
struct Pet {
    name: Option<String>,
    diet: Option<Diet>,
    token: Option<String>,
}

#[derive(Model)]
struct Diet {
    kcal: Option<i64>,
}

fn main() {}
