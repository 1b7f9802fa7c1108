//! A path of a relation leads to a field that exists.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(requires(diet.calories, name))]
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
