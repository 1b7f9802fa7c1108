//! Conditions are code in `validate`.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(when(name, number))]
struct Pet {
    name: Option<String>,
    number: Option<i64>,
}

fn main() {}
