//! A list has no length that the compiler knows.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: [i64;2],
}

fn main() {}
