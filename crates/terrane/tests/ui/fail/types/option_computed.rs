//! Wrappers nest in one order.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Option<Computed<String>>,
}

fn main() {}
