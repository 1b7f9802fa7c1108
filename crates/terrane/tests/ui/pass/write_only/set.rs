//! A set contains no write-only values.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    owners: Vec<Owner>,
}

#[derive(Schema)]
struct Owner {
    password: WriteOnly<String>,
}

fn main() {}
