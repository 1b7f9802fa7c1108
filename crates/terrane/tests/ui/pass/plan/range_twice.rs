//! A refinement is set once.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(unknown(range(1..)))]
    age: Computed<i64>,
}

fn main() {}
