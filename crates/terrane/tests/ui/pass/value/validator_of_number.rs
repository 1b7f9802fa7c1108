//! A validator accepts the field's type.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(validate(len(1..=3)))]
    title: String,
}

fn main() {}
