//! Nothing in a set of blocks is write-only, however deep.

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
