//! JSON is text.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Option<terrane::types::Json>,
}

fn main() {}
