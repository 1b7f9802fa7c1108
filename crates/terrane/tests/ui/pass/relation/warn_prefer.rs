//! The suggestion of a write-only attribute is a warning already.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(warn(all_or_none(name, token)))]
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
