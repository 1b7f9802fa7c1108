//! Validators are in parentheses.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(validate)]
    title: String,
}

fn main() {}
