//! Wrappers nest in one order.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Option<Computed<String>>,
}

fn main() {}
