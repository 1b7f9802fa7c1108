//! A `Computed` contains an attribute type.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Computed<std::time::Duration>,
}

fn main() {}
