//! A change of a write-only value is not visible to hosts.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(replace)]
    chip: String,
}

fn main() {}
