//! A flattened attribute has another name than those of the model.

use terrane::prelude::*;

#[derive(Model)]
struct Common {
    year: Option<i64>,
}

#[derive(Model)]
struct Pet {
    #[tf(flatten)]
    common: Common,
    year: String,
}

fn main() {}
