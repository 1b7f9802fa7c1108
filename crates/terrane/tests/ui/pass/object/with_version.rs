//! An object has no schema of its own.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(object)]
struct Certificate {
    name: Option<String>,
}

fn main() {}
