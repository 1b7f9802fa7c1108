//! An attribute was added in a version.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(since = "spring")]
    name: String,
}

fn main() {}
