//! A name is a string.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(name = "other")]
    title: String,
}

fn main() {}
