//! A name is a string.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(name)]
    title: String,
}

fn main() {}
