//! Lists of lists hold objects, not models.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(object)]
struct Certificate {
    name: String,
}

#[derive(Schema)]
struct Balancer {
    chains: Vec<Vec<Certificate>>,
}

fn main() {}
