//! A block holds a model.

use terrane::prelude::*;

#[derive(Attr)]
struct Certificate {
    name: String,
}

#[derive(Model)]
struct Balancer {
    #[tf(replace)]
    certificates: Vec<Certificate>,
}

fn main() {}
