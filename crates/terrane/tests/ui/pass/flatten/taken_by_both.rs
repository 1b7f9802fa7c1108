//! Flattened models have no attributes with the same name.

use terrane::prelude::*;

#[derive(Model)]
struct Common {
    year: Option<i64>,
}

#[derive(Model)]
struct Pet {
    #[tf(flatten)]
    common: Common,
    #[tf(flatten)]
    more: More,
}

#[derive(Model)]
struct More {
    month: i64,
}

fn main() {}
