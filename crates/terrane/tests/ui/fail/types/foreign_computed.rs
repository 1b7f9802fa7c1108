//! A `Computed` contains an attribute type.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Computed<std::time::Instant>,
}

fn main() {}
