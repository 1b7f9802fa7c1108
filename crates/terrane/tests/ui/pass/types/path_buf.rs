//! A path is text.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Option<String>,
}

fn main() {}
