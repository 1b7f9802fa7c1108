//! The key of the flattened model is a part of `PetKey`.

use terrane::prelude::*;

#[derive(Model)]
struct Common {
    #[tf(identity)]
    id: String,
}

#[derive(Model)]
struct Pet {
    #[tf(flatten, key)]
    common: Common,
}

fn main() {}
