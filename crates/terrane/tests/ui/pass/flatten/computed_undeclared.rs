//! `PetComputed` has the computed fields of a flattened model.

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
