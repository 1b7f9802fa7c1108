//! A required field is always set.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(requires(name, number))]
struct Pet {
    name: Option<String>,
    number: i64,
}

fn main() {}
