//! An `Option` contains an attribute type.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Option<String>,
}

fn main() {}
