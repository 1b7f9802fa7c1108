//! `key` on a flattened field has no options.

use terrane::prelude::*;

#[derive(Model)]
struct Common {
    #[tf(key)]
    id: String,
}

#[derive(Model)]
struct Pet {
    #[tf(flatten, key)]
    common: Common,
}

fn main() {}
