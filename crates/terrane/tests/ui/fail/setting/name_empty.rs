//! A name is not empty.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(name = "")]
    title: String,
}

fn main() {}
