//! A warning is about a relation that exists.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(warn(reqires(name, token)))]
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
