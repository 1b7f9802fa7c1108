//! A validator exists.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(validate(long))]
    title: String,
}

fn main() {}
