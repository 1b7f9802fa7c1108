//! A default exists.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(default = LEGS)]
    legs: i64,
}

fn main() {}
