//! Wrappers nest in one order.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Option<Sensitive<String>>,
}

fn main() {}
