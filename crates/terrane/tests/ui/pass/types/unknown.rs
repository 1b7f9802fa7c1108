//! A type exists.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: String,
}

fn main() {}
