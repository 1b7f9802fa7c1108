//! Elements with `align` have attributes.

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
