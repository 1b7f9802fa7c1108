//! Lists of lists hold objects, not models.

use terrane::prelude::*;

#[derive(Model)]
struct Certificate {
    name: String,
}

#[derive(Model)]
struct Balancer {
    chains: Vec<Vec<Certificate>>,
}

fn main() {}
