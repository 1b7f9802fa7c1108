//! Numbers are exact.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: f32,
}

fn main() {}
