//! The elements of a map have a key, so `align` is not allowed.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(align = name)]
    toys: Vec<Toy>,
}

#[derive(Schema)]
struct Toy {
    name: String,
}

fn main() {}
