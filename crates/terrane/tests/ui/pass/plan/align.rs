//! The elements of a map have a key, so `align` is not allowed.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(align = name)]
    toys: Vec<Toy>,
}

#[derive(Model)]
struct Toy {
    name: String,
}

fn main() {}
