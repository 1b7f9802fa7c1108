//! A map is sorted by its keys.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: std::collections::BTreeMap<String, i64>,
}

fn main() {}
