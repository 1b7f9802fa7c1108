//! A relation names existing fields.

use terrane::prelude::*;

#[derive(Model)]
#[tf(exactly_one_of(name, number))]
struct Pet {
    name: Option<String>,
    number: Option<i64>,
}

fn main() {}
