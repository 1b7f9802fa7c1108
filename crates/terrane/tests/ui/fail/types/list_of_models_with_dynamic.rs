//! A collection contains no dynamic values at any depth.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    toys: Vec<Toy>,
}

#[derive(Model)]
struct Toy {
    anything: Dynamic,
}

fn main() {}
