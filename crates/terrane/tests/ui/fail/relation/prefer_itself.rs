//! What has a write-only twin is stored itself.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(prefer_write_only(key, twin))]
struct Pet {
    key: WriteOnly<String>,
    twin: WriteOnly<String>,
}

fn main() {}
