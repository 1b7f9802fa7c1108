//! A `Value` can be null already.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Option<Value<String>>,
}

fn main() {}
