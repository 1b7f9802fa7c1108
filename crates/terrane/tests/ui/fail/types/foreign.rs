//! A field has an attribute type.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: std::time::Instant,
}

fn main() {}
