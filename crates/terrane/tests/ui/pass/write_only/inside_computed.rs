//! A computed value contains no write-only values.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    owner: Option<Owner>,
}

#[derive(Schema)]
struct Owner {
    password: WriteOnly<String>,
}

fn main() {}
