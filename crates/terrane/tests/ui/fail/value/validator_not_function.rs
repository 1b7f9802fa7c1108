//! A validator is one.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(validate("short"))]
    title: String,
}

fn main() {}
