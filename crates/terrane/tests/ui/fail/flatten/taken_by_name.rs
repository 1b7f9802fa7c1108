//! An attribute has one home, whatever the field is called.

use terrane::prelude::*;

#[derive(Schema)]
struct Common {
    year: Option<i64>,
}

#[derive(Schema)]
struct Pet {
    #[tf(flatten)]
    common: Common,
    #[tf(name = "year")]
    when: String,
}

fn main() {}
