//! Lists in maps hold objects, not models.

use terrane::prelude::*;

use std::collections::BTreeMap;

#[derive(Schema)]
#[tf(version=2)]
struct Certificate {
    name: String,
}

#[derive(Schema)]
struct Balancer {
    by_host: BTreeMap<String, Vec<Certificate>>,
}

fn main() {}
