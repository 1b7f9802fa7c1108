//! `Sensitive` contains an attribute type.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Sensitive<std::time::Duration>,
}

fn main() {}
