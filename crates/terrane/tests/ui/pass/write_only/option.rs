//! A write-only value can be left out as it is.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    chip: WriteOnly<String>,
}

fn main() {}
