//! An `Option` contains an attribute type.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Option<std::time::Instant>,
}

fn main() {}
