//! Wrappers nest in one order.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Computed<Vec<String>>,
}

fn main() {}
