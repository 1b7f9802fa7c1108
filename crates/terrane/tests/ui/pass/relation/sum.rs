//! Sums are compared in `validate`.

use terrane::prelude::*;

#[derive(Model)]
#[tf(requires(name, number))]
struct Pet {
    name: Option<String>,
    number: Option<i64>,
}

fn main() {}
