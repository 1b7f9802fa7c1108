//! A relation has at least two fields.

use terrane::prelude::*;

#[derive(Model)]
#[tf(all_or_none(name, number))]
struct Pet {
    name: Option<String>,
    number: Option<i64>,
}

fn main() {}
