//! A field has an attribute type.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: String,
}

fn main() {}
