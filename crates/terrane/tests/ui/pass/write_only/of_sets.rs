//! A write-only value holds no set of models.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    owners: WriteOnly<Vec<Owner>>,
}

#[derive(Schema)]
struct Owner {
    name: String,
}

fn main() {}
