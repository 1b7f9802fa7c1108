//! An attribute owns its value.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: &'static str,
}

fn main() {}
