//! `Computed` may be unknown, so it needs no `Value` in it.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Computed<Value<String>>,
}

fn main() {}
