//! There is no key where no field is a part of it.

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
