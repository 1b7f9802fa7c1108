//! A field with a default is not an `Option`.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(default = 4)]
    legs: Option<i64>,
}

fn main() {}
