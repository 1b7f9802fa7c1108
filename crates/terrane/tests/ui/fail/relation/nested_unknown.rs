//! A path of a relation leads to a field that exists.

use terrane::prelude::*;

#[derive(Model)]
#[tf(requires(diet.calories, name))]
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
