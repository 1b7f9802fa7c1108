//! Hosts refuse `Dynamic` inside a collection.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Dynamic,
}

fn main() {}
