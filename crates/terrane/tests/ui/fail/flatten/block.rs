//! A flattened model is not a block.

use terrane::prelude::*;

#[derive(Model)]
struct Common {
    year: Option<i64>,
}

#[derive(Model)]
struct Pet {
    #[tf(flatten, block)]
    common: Common,
}

fn main() {}
