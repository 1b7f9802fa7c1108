//! Numbers are exact.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Number,
}

fn main() {}
