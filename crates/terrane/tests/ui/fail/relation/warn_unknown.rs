//! A warning is about a relation that exists.

use terrane::prelude::*;

#[derive(Model)]
#[tf(warn(reqires(name, token)))]
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
