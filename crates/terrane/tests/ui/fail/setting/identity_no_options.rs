//! Parentheses hold an option.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(identity())]
    id: String,
}

fn main() {}
