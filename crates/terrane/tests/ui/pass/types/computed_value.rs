//! `Computed` may be unknown, so it needs no `Value` in it.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Computed<Option<String>>,
}

fn main() {}
