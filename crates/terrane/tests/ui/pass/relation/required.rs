//! A required field is always set.

use terrane::prelude::*;

#[derive(Model)]
#[tf(requires(name, number))]
struct Pet {
    name: Option<String>,
    number: Option<i64>,
}

fn main() {}
