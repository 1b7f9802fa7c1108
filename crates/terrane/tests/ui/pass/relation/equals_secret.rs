//! An error does not reveal whether a secret has a value.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(when(equals(token, "a"), set(diet)))]
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
