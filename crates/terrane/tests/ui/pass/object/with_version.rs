//! An object has no schema of its own.

use terrane::prelude::*;

#[derive(Attr)]
struct Certificate {
    name: Option<String>,
}

fn main() {}
