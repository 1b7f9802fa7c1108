//! Numbers are exact.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: f64,
}

fn main() {}
