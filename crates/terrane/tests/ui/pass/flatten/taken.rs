//! An attribute has one home.

use terrane::prelude::*;

#[derive(Schema)]
struct Common {
    year: Option<i64>,
}

#[derive(Schema)]
struct Pet {
    #[tf(flatten)]
    common: Common,
    month: String,
}

fn main() {}
