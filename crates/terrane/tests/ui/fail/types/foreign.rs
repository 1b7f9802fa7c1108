//! A field has an attribute type.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: std::time::Duration,
}

fn main() {}
