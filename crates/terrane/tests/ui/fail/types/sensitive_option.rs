//! Wrappers nest in one order.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Sensitive<Option<String>>,
}

fn main() {}
