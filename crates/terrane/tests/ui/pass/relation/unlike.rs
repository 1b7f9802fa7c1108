//! A relation is one of fields that are there, whatever was meant.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(at_least_one_of(name, number))]
struct Pet {
    name: Option<String>,
    number: Option<i64>,
}

fn main() {}
