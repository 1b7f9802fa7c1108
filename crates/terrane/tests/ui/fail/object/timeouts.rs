//! An object holds objects, not timeouts.

use terrane::prelude::*;

#[derive(Attr)]
struct Certificate {
    key: Timeouts,
}

fn main() {}
