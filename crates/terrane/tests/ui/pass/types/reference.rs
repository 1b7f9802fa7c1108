//! An attribute owns its value.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: String,
}

fn main() {}
