//! There is a validator in the parentheses.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(validate())]
    title: String,
}

fn main() {}
