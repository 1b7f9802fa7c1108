//! A name is not empty.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(name = "other")]
    title: String,
}

fn main() {}
