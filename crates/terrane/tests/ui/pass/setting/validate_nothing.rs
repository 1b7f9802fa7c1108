//! `validate` has at least one validator.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(validate(len(1..)))]
    title: String,
}

fn main() {}
