//! A tuple has no names.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Dynamic,
}

fn main() {}
