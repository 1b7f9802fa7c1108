//! An attribute is of a type that the configuration language has.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Option<String>,
}

fn main() {}
