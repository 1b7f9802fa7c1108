//! `validate` has at least one validator.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(validate())]
    title: String,
}

fn main() {}
