//! A flattened field is not an attribute, so `changes_with` cannot name it.

use terrane::prelude::*;

#[derive(Model)]
struct Common {
    year: Option<i64>,
}

#[derive(Model)]
struct Pet {
    #[tf(flatten)]
    common: Common,
    #[tf(changes_with(common.year))]
    hash: Computed<String>,
}

fn main() {}
