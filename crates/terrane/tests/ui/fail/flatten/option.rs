//! A flattened model always exists.

use terrane::prelude::*;

#[derive(Schema)]
struct Common {
    year: Option<i64>,
}

#[derive(Schema)]
struct Pet {
    #[tf(flatten)]
    common: Option<Common>,
}

fn main() {}
