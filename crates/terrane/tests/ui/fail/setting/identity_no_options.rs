//! Parentheses hold an option.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity())]
    id: String,
}

fn main() {}
