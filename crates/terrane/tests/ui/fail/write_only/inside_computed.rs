//! A computed value contains no write-only values.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    owner: Computed<Owner>,
}

#[derive(Schema)]
struct Owner {
    password: WriteOnly<String>,
}

fn main() {}
