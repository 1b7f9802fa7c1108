//! Options of attributes belong to the fields of the flattened model.

use terrane::prelude::*;

#[derive(Schema)]
struct Common {
    year: Option<i64>,
}

#[derive(Schema)]
struct Pet {
    #[tf(flatten, keep)]
    common: Common,
}

fn main() {}
