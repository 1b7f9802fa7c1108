//! A set of blocks contains no write-only values at any depth.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(block)]
    home: Set<Home>,
}

#[derive(Schema)]
struct Home {
    #[tf(block)]
    owner: Option<Owner>,
}

#[derive(Schema)]
struct Owner {
    password: WriteOnly<String>,
}

fn main() {}
