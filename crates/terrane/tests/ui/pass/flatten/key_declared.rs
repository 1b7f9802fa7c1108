//! `flatten, key` requires a model with key fields.

use terrane::prelude::*;

#[derive(Schema)]
struct Common {
    year: Computed<i64>,
}

#[derive(Schema)]
struct Pet {
    #[tf(flatten, computed)]
    common: Common,
}

fn main() {}
