//! A default has the field's type.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(default = "four")]
    legs: i64,
}

fn main() {}
