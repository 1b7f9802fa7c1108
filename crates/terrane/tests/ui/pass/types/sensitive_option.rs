//! Wrappers nest in one order.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Option<Sensitive<String>>,
}

fn main() {}
