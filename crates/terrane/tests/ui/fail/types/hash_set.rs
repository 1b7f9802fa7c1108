//! A set uses the equality of the configuration language.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: std::collections::HashSet<String>,
}

fn main() {}
