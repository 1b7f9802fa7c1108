//! A field is compared with a simple value.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(when(equals(name, 0.5), set(diet)))]
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
