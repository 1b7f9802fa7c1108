//! Only a model has fields.

use terrane::prelude::*;

#[derive(Model)]
struct Common {
    year: Option<i64>,
}

#[derive(Model)]
struct Pet {
    #[tf(flatten)]
    common: String,
}

fn main() {}
