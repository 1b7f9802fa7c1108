//! A flattened struct is a model.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(object)]
struct Certificate {
    name: String,
}

#[derive(Schema)]
struct Balancer {
    #[tf(replace)]
    certificate: Certificate,
}

fn main() {}
