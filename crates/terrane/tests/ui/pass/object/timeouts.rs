//! An object holds objects, not timeouts.

use terrane::prelude::*;

#[derive(Attr)]
struct Certificate {
    key: Dynamic,
}

fn main() {}
