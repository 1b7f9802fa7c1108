//! Lists of lists hold objects, not models.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(version=2)]
struct Certificate {
    name: String,
}

#[derive(Schema)]
struct Balancer {
    chains: Vec<Vec<Certificate>>,
}

fn main() {}
