//! `range` takes a range of numbers.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(unknown(range(1..)))]
    number: Computed<String>,
}

fn main() {}
