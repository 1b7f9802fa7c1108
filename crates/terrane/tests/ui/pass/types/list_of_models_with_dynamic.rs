//! A collection contains no dynamic values at any depth.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    toys: Option<Toy>,
}

#[derive(Schema)]
struct Toy {
    anything: Dynamic,
}

fn main() {}
