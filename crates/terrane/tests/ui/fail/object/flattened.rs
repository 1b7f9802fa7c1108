//! A flattened struct is a model.

use terrane::prelude::*;

#[derive(Attr)]
struct Certificate {
    name: String,
}

#[derive(Model)]
struct Balancer {
    #[tf(flatten)]
    certificate: Certificate,
}

fn main() {}
