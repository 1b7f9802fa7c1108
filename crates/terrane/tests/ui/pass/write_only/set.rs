//! A set contains no write-only values.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    owners: Vec<Owner>,
}

#[derive(Model)]
struct Owner {
    password: WriteOnly<String>,
}

fn main() {}
