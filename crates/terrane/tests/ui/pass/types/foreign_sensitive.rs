//! `Sensitive` contains an attribute type.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Sensitive<String>,
}

fn main() {}
