//! Flattened models have no attributes with the same name.

use terrane::prelude::*;

#[derive(Schema)]
struct Common {
    year: Option<i64>,
}

#[derive(Schema)]
struct Pet {
    #[tf(flatten)]
    common: Common,
    #[tf(flatten)]
    more: More,
}

#[derive(Schema)]
struct More {
    month: i64,
}

fn main() {}
