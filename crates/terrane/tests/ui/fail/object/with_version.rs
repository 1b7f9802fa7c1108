//! An object has no schema of its own.

use terrane::prelude::*;

#[derive(Attr)]
#[tf(version=2)]
struct Certificate {
    name: Option<String>,
}

fn main() {}
