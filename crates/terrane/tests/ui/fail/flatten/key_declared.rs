//! `flatten, key` requires a model with key fields.

use terrane::prelude::*;

#[derive(Schema)]
struct Common {
    year: Computed<i64>,
}

#[derive(Schema)]
struct Pet {
    #[tf(flatten, computed, key)]
    common: Common,
}

fn main() {}
