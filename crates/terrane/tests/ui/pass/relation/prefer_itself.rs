//! What has a write-only twin is stored itself.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(prefer_write_only(key, twin))]
struct Pet {
    key: Option<String>,
    twin: WriteOnly<String>,
}

fn main() {}
