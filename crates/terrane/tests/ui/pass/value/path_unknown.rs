//! A path exists.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    name: String,
}

fn at() -> terrane::Path {
    path!(Pet, name)
}

fn main() {}
