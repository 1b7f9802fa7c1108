//! A computed value contains no write-only values.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    owner: Computed<Owner>,
}

#[derive(Model)]
struct Owner {
    password: WriteOnly<String>,
}

fn main() {}
