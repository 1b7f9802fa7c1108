//! A name is a string.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(name)]
    title: String,
}

fn main() {}
