//! An update makes a computed value of a nested model unknown.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    toys: Vec<Toy>,
}

#[derive(Schema)]
struct Toy {
    #[tf(replace, optional)]
    number: Computed<i64>,
}

fn main() {}
