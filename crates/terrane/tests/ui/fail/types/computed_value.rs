//! A `Computed` can be unknown already.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Computed<Value<String>>,
}

fn main() {}
