//! There is no type for one character.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: char,
}

fn main() {}
