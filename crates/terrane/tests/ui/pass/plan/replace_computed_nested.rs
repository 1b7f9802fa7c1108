//! An update makes a computed value of a nested model unknown.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    toys: Vec<Toy>,
}

#[derive(Model)]
struct Toy {
    #[tf(replace, optional)]
    number: Computed<i64>,
}

fn main() {}
