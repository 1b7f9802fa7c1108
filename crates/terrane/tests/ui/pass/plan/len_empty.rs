//! A refinement is not contradictory.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(unknown(len(1..=3)))]
    toys: Computed<Vec<String>>,
}

fn main() {}
