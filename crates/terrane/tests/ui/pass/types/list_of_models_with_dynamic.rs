//! A collection holds nothing dynamic, however deep.

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
