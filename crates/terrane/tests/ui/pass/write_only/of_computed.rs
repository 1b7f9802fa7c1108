//! Every part of a write-only value comes from the configuration.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    owner: Option<Owner>,
}

#[derive(Schema)]
struct Owner {
    id: Computed<String>,
}

fn main() {}
