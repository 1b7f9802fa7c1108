//! `key` on a flattened field has no options.

use terrane::prelude::*;

#[derive(Schema)]
struct Common {
    #[tf(key)]
    id: String,
}

#[derive(Schema)]
struct Pet {
    #[tf(flatten, key(optional))]
    common: Common,
}

fn main() {}
