//! Hosts refuse `Dynamic` inside a collection.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Vec<Dynamic>,
}

fn main() {}
