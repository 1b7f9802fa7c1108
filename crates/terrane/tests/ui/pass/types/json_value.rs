//! JSON is text.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Option<terrane_types::Json>,
}

fn main() {}
