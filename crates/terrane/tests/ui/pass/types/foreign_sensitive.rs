//! A secret is of a type that the configuration language has.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Sensitive<String>,
}

fn main() {}
