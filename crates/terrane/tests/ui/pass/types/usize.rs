//! A number has the same range on every machine.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: u64,
}

fn main() {}
