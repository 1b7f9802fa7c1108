//! A schema is not recursive.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    diet: Option<Diet>,
}

#[derive(Model)]
struct Diet {
    eaters: Vec<String>,
}

fn main() {}
