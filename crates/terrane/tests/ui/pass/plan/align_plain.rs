//! Elements with `align` have attributes.

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
