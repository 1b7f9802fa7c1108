//! There is a validator in the parentheses.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(validate(len(1..)))]
    title: String,
}

fn main() {}
