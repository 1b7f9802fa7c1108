//! `prefer_write_only` is not a condition.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(not(all_or_none(name, token)))]
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
