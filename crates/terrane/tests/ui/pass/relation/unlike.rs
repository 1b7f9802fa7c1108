//! A relation names existing fields. No name is suggested if none is similar.

use terrane::prelude::*;

#[derive(Model)]
#[tf(at_least_one_of(name, number))]
struct Pet {
    name: Option<String>,
    number: Option<i64>,
}

fn main() {}
