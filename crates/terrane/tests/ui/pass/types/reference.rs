//! An attribute owns its value.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: String,
}

fn main() {}
