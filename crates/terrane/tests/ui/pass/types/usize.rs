//! A number type has the same range on every platform.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: u64,
}

fn main() {}
