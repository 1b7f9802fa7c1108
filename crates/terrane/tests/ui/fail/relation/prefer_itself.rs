//! An attribute with a write-only alternative is not write-only itself.

use terrane::prelude::*;

#[derive(Model)]
#[tf(prefer_write_only(key, twin))]
struct Pet {
    key: WriteOnly<String>,
    twin: WriteOnly<String>,
}

fn main() {}
