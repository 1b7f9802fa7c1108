//! An object has no schema of its own.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(object, version=2)]
struct Certificate {
    name: Option<String>,
}

fn main() {}
