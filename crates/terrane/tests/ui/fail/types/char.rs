//! A text has the type `String`.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: char,
}

fn main() {}
