//! A field with a default is optional already.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(default = 4, optional)]
    legs: i64,
}

fn main() {}
