//! The elements of a collection have attribute types.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Vec<String>,
}

fn main() {}
