//! `validate` has at least one validator.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(validate(len(1..)))]
    title: String,
}

fn main() {}
