//! The fields of the flattened model say which part of the key may be missing.

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
