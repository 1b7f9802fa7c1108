//! A duration is text.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Option<std::time::Duration>,
}

fn main() {}
