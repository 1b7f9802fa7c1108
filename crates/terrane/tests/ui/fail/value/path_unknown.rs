//! A path exists.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    name: String,
}

fn at() -> terrane::Path {
    path!(Pet, nam)
}

fn main() {}
