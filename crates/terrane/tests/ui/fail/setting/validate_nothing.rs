//! `validate` has at least one validator.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(validate())]
    title: String,
}

fn main() {}
