//! A schema ends somewhere.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    diet: Option<Diet>,
}

#[derive(Schema)]
struct Diet {
    eaters: Vec<Pet>,
}

fn main() {}
