//! A path of a relation leads through models.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(requires(diet.kcal, token))]
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
