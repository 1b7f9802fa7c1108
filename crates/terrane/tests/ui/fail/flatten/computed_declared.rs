//! `flatten, computed` requires a model with computed fields.

use terrane::prelude::*;

#[derive(Model)]
struct Common {
    year: Option<i64>,
}

#[derive(Model)]
struct Pet {
    #[tf(flatten, computed)]
    common: Common,
}

fn main() {}
