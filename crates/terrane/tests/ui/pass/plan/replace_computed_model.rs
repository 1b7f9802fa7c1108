//! An update makes a computed nested attribute unknown.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(replace, optional)]
    toy: Computed<Toy>,
}

#[derive(Schema)]
struct Toy {
    name: String,
}

fn main() {}
