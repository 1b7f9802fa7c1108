//! A flattened field is no attribute that changes.

use terrane::prelude::*;

#[derive(Schema)]
struct Common {
    year: Option<i64>,
}

#[derive(Schema)]
struct Pet {
    #[tf(flatten)]
    common: Common,
    #[tf(changes_with(common))]
    hash: Computed<String>,
}

fn main() {}
