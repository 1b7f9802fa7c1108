//! The key of the flattened model is a part of `PetKey`.

use terrane::prelude::*;

#[derive(Schema)]
struct Common {
    #[tf(identity)]
    id: String,
}

#[derive(Schema)]
struct Pet {
    #[tf(flatten, key)]
    common: Common,
}

fn main() {}
