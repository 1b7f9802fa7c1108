//! A set is compared as the configuration language does.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: std::collections::HashSet<String>,
}

fn main() {}
