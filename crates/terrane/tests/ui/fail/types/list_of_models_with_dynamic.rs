//! A collection holds nothing dynamic, however deep.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    toys: Vec<Toy>,
}

#[derive(Schema)]
struct Toy {
    anything: Dynamic,
}

fn main() {}
