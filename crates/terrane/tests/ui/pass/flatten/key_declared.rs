//! `flatten, key` requires a model with key fields.

use terrane::prelude::*;

#[derive(Model)]
struct Common {
    year: Computed<i64>,
}

#[derive(Model)]
struct Pet {
    #[tf(flatten, computed)]
    common: Common,
}

fn main() {}
