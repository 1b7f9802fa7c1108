//! A validator exists.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(validate(long))]
    title: String,
}

fn main() {}
