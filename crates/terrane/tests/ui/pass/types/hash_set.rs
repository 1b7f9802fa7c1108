//! A set is compared as the configuration language does.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Set<String>,
}

fn main() {}
