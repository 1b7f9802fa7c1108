//! The keys of a map are strings.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: std::collections::BTreeMap<i64, i64>,
}

fn main() {}
