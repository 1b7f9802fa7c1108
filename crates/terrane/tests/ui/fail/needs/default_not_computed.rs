//! A field with a default is not a `Value`.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(default = 4)]
    legs: Computed<i64>,
}

fn main() {}
