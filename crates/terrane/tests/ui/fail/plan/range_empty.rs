//! A refinement is not contradictory.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(unknown(range(3..3)))]
    age: Computed<i64>,
}

fn main() {}
