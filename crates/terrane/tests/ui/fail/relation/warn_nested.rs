//! A warning contains no warning.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(warn(warn(name, diet)))]
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
