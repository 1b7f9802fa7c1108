//! A `Computed` contains an attribute type.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Computed<String>,
}

fn main() {}
