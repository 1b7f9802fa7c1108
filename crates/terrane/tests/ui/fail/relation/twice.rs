//! A relation names a field once.

use terrane::prelude::*;

#[derive(Model)]
#[tf(at_most_one_of(name, name))]
struct Pet {
    name: Option<String>,
    number: Option<i64>,
}

fn main() {}
