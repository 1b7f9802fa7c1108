//! A path exists.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    name: String,
}

fn at() -> Path {
    path!(Pet, nam)
}

fn main() {}
