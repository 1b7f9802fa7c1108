//! An attribute was added in a version.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(since = "1.2")]
    name: String,
}

fn main() {}
