//! Wrappers nest in one order.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Vec<Computed<String>>,
}

fn main() {}
