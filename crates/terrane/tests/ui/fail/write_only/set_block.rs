//! A set of blocks contains no write-only values at any depth.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(block)]
    home: Set<Home>,
}

#[derive(Model)]
struct Home {
    #[tf(block)]
    owner: Option<Owner>,
}

#[derive(Model)]
struct Owner {
    password: WriteOnly<String>,
}

fn main() {}
