//! A `Value` can be null already.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Value<String>,
}

fn main() {}
