//! A choice has at least two parts.

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
