//! Every part of a write-only value comes from the configuration.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    owner: WriteOnly<Owner>,
}

#[derive(Model)]
struct Owner {
    id: Computed<String>,
}

fn main() {}
