//! There is no key where no field is a part of it.

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
