//! What the provider fills in the flattened model is a part of `PetComputed`.

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
