//! The keys of a map are strings.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: std::collections::BTreeMap<String, i64>,
}

fn main() {}
