//! A field that only the provider fills is never set.

use terrane::prelude::*;

#[derive(Model)]
#[tf(at_most_one_of(name, number))]
struct Pet {
    name: Option<String>,
    number: Option<i64>,
}

fn main() {}
