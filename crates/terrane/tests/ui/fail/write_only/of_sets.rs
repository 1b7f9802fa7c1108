//! A write-only value holds no set of models.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    owners: WriteOnly<Set<Owner>>,
}

#[derive(Model)]
struct Owner {
    name: String,
}

fn main() {}
