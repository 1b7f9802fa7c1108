//! A default has the field's type.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(default = 1)]
    legs: u8,
}

fn main() {}
