//! `Sensitive` contains an attribute type.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Sensitive<std::time::Instant>,
}

fn main() {}
