//! Wrappers nest in one order.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Sensitive<Option<String>>,
}

fn main() {}
