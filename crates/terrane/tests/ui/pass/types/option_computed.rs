//! Wrappers nest in one order.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Computed<Option<String>>,
}

fn main() {}
