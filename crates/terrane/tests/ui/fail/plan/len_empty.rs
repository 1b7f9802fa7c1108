//! A refinement is not contradictory.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(unknown(len(5..=3)))]
    toys: Computed<Vec<String>>,
}

fn main() {}
