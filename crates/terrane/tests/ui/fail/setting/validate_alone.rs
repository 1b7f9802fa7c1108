//! Validators are in parentheses.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(validate)]
    title: String,
}

fn main() {}
