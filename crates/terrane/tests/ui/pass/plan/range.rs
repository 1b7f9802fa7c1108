//! `range` takes a range of numbers.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(unknown(range(1..)))]
    number: Computed<i64>,
}

fn main() {}
