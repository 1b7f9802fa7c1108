//! A default exists.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(default = LEGS)]
    legs: i64,
}

fn main() {}
