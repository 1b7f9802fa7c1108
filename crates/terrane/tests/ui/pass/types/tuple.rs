//! A tuple holds scalars.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: (i64, String),
}

fn main() {}
