//! Lists in maps hold objects, not models.

use terrane::prelude::*;

use std::collections::BTreeMap;

#[derive(Schema)]
#[tf(object)]
struct Certificate {
    name: String,
}

#[derive(Schema)]
struct Balancer {
    by_host: BTreeMap<String, Vec<Certificate>>,
}

fn main() {}
