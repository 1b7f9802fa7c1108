//! A path of a relation leads through models.

use terrane::prelude::*;

#[derive(Model)]
#[tf(requires(diet.kcal, token))]
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
