//! A write-only value comes from the configuration.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    chip: Computed<WriteOnly<String>>,
}

fn main() {}
