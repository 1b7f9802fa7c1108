//! A schema is not recursive.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    diet: Option<Diet>,
}

#[derive(Schema)]
struct Diet {
    eaters: Vec<String>,
}

fn main() {}
