//! `PetComputed` has the computed fields of a flattened model.

use terrane::prelude::*;

#[derive(Schema)]
struct Common {
    year: Computed<i64>,
}

#[derive(Schema)]
struct Pet {
    #[tf(flatten)]
    common: Common,
}

fn main() {}
