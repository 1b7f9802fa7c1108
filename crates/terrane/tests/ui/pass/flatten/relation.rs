//! A flattened field is not an attribute, so a relation cannot name it.

use terrane::prelude::*;

#[derive(Model)]
struct Common {
    year: Option<i64>,
}

#[derive(Model)]
#[tf(all_or_none(name, legs))]
struct Pet {
    #[tf(flatten)]
    common: Common,
    name: Option<String>,
    legs: Option<i64>,
}

fn main() {}
