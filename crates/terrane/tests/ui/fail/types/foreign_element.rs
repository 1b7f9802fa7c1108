//! The elements of a collection have attribute types.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Vec<std::time::Duration>,
}

fn main() {}
