//! `equals` has a value.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(when(set(name), set(diet)))]
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
