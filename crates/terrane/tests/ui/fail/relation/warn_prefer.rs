//! The suggestion of a write-only attribute is a warning already.

use terrane::prelude::*;

#[derive(Model)]
#[tf(warn(prefer_write_only(name, token)))]
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
