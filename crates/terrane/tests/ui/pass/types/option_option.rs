//! Once is enough.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Option<String>,
}

fn main() {}
