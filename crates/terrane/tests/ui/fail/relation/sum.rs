//! Sums are compared in `validate`.

use terrane::prelude::*;

#[derive(Model)]
#[tf(sum_of(name, number))]
struct Pet {
    name: Option<String>,
    number: Option<i64>,
}

fn main() {}
