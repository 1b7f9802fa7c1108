//! An update makes a computed nested attribute unknown.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(replace)]
    toy: Computed<Toy>,
}

#[derive(Model)]
struct Toy {
    name: String,
}

fn main() {}
