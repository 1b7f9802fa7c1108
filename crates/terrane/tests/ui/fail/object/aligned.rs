//! An object is paired as a whole.

use terrane::prelude::*;

#[derive(Attr)]
struct Certificate {
    name: String,
}

#[derive(Model)]
struct Balancer {
    #[tf(align=name)]
    certificates: Vec<Certificate>,
}

fn main() {}
