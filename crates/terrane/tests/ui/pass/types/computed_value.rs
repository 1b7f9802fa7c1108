//! A `Computed` can be unknown already.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Computed<Option<String>>,
}

fn main() {}
