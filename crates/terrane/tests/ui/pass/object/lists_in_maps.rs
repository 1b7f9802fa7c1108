//! Lists in maps hold objects, not models.

use terrane::prelude::*;

use std::collections::BTreeMap;

#[derive(Attr)]
struct Certificate {
    name: String,
}

#[derive(Model)]
struct Balancer {
    by_host: BTreeMap<String, Vec<Certificate>>,
}

fn main() {}
