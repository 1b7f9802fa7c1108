//! A collection has a number of elements.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(unknown(len(1..=3)))]
    tags: Computed<Vec<String>>,
}

fn main() {}
