//! Nothing in a set is write-only.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    owners: Set<Owner>,
}

#[derive(Schema)]
struct Owner {
    password: WriteOnly<String>,
}

fn main() {}
