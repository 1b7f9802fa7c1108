//! A resource is a model.

use terrane::prelude::*;

#[derive(Attr)]
struct Certificate {
    name: String,
}

#[derive(Model)]
struct Balancer {
    name: String,
}

impl Upgraded for Balancer {}

trait Upgraded: terrane::Model {}

fn main() {}
