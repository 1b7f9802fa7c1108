//! An `Option` contains an attribute type.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Option<std::time::Duration>,
}

fn main() {}
