//! Options of attributes belong to the fields of the flattened model.

use terrane::prelude::*;

#[derive(Model)]
struct Common {
    year: Option<i64>,
}

#[derive(Model)]
struct Pet {
    #[tf(flatten)]
    common: Common,
}

fn main() {}
