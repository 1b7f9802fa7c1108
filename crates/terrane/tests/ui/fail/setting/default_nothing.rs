//! A default is a value.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(default = )]
    legs: i64,
}

fn main() {}
