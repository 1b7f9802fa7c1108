//! Numbers are exact.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: u128,
}

fn main() {}
