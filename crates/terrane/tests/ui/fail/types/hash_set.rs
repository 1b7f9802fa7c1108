//! A set uses the equality of the configuration language.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: std::collections::HashSet<String>,
}

fn main() {}
