//! An argument of `validate` is a validator.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(validate("short"))]
    title: String,
}

fn main() {}
