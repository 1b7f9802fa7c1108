//! An update makes a computed value of a flattened model unknown.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(flatten, computed)]
    common: Common,
}

#[derive(Model)]
struct Common {
    #[tf(replace)]
    year: Computed<i64>,
}

fn main() {}
