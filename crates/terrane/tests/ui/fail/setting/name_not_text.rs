//! A name is a string.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(name = other)]
    title: String,
}

fn main() {}
