//! An object is paired as a whole.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(object)]
struct Certificate {
    name: String,
}

#[derive(Schema)]
struct Balancer {
    #[tf(replace)]
    certificates: Vec<Certificate>,
}

fn main() {}
