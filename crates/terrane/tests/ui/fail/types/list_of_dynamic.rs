//! Hosts refuse `Dynamic` inside a collection.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Vec<Dynamic>,
}

fn main() {}
