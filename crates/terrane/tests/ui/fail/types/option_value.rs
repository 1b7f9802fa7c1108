//! A `Value` can be null already.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Option<Value<String>>,
}

fn main() {}
