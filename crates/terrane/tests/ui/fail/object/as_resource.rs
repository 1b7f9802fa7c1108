//! A resource is a model.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(object)]
struct Certificate {
    name: String,
}

#[derive(Schema)]
struct Balancer {
    name: String,
}

impl Upgraded for Certificate {}

trait Upgraded: terrane::Model {}

fn main() {}
