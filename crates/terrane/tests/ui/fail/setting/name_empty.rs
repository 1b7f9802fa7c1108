//! A name is not empty.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(name = "")]
    title: String,
}

fn main() {}
