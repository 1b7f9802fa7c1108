//! Integers of more than 64 bits have the type `Number`.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: u128,
}

fn main() {}
