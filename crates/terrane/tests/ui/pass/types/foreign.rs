//! A field has an attribute type.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: String,
}

fn main() {}
