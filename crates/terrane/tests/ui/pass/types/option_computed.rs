//! Wrappers nest in one order.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Computed<Option<String>>,
}

fn main() {}
