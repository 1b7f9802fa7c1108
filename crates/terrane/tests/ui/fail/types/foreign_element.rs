//! The elements of a collection have attribute types.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Vec<std::time::Instant>,
}

fn main() {}
