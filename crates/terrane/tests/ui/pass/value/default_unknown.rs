//! A default exists.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(default = 4)]
    legs: i64,
}

fn main() {}
