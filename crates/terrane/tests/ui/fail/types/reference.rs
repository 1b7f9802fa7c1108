//! An attribute owns its value.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: &'static str,
}

fn main() {}
