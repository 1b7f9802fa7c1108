//! The alternative of an attribute is write-only.

use terrane::prelude::*;

#[derive(Model)]
#[tf(prefer_write_only(key, twin))]
struct Pet {
    key: Option<String>,
    twin: WriteOnly<String>,
}

fn main() {}
