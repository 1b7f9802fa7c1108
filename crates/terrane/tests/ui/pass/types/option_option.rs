//! An `Option` does not contain an `Option`.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Option<String>,
}

fn main() {}
