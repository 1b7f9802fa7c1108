//! Conditions are code in `validate`.

use terrane::prelude::*;

#[derive(Model)]
#[tf(when(name, number))]
struct Pet {
    name: Option<String>,
    number: Option<i64>,
}

fn main() {}
