//! An attribute has one write-only alternative.

use terrane::prelude::*;

#[derive(Model)]
#[tf(prefer_write_only(key, twin, other))]
struct Pet {
    key: Option<String>,
    twin: WriteOnly<String>,
    other: WriteOnly<String>,
}

fn main() {}
