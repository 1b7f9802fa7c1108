//! Parentheses hold an option.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity(mutable))]
    id: String,
}

fn main() {}
