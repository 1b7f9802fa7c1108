//! A text has the type `String`.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: String,
}

fn main() {}
