//! A warning is about a relation.

use terrane::prelude::*;

#[derive(Model)]
#[tf(warn(requires(name, diet)))]
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
