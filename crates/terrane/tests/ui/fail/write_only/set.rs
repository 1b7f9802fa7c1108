//! A set contains no write-only values.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    owners: Set<Owner>,
}

#[derive(Model)]
struct Owner {
    password: WriteOnly<String>,
}

fn main() {}
