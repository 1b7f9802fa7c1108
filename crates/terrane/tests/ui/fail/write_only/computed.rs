//! A write-only value comes from the configuration.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    chip: Computed<WriteOnly<String>>,
}

fn main() {}
