//! What the provider fills holds nothing write-only.

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
