//! Hosts refuse `Dynamic` inside a collection.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Dynamic,
}

fn main() {}
