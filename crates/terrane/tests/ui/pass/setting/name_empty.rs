//! A name is not empty.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(name = "other")]
    title: String,
}

fn main() {}
