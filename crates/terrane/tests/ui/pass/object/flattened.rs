//! A flattened struct is a model.

use terrane::prelude::*;

#[derive(Attr)]
struct Certificate {
    name: String,
}

#[derive(Model)]
struct Balancer {
    #[tf(replace)]
    certificate: Certificate,
}

fn main() {}
