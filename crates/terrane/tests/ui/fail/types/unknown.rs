//! A type exists.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Strnig,
}

fn main() {}
