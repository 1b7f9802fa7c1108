//! A model does not contain itself.

use terrane::prelude::*;

#[derive(Model)]
struct Common {
    year: Option<i64>,
}

#[derive(Model)]
struct Pet {
    #[tf(flatten)]
    common: Pet,
}

fn main() {}
