//! Parentheses hold an option.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(identity(mutable))]
    id: String,
}

fn main() {}
