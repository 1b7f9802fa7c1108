//! A text has the type `String`.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: char,
}

fn main() {}
