//! A relation is a warning as a whole.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(not(warn(conflicts(name, diet))))]
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
