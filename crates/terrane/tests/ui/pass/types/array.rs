//! A list has no length that the compiler knows.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Vec<i64>,
}

fn main() {}
