//! A default has the field's type.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(default = 300)]
    legs: u8,
}

fn main() {}
