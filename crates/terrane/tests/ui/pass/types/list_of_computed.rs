//! Wrappers nest in one order.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Computed<Vec<String>>,
}

fn main() {}
