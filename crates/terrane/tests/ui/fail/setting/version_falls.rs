//! Versions rise.

use terrane::prelude::*;

#[derive(Model)]
#[tf(version = 1)]
struct PetV0 {
    name: String,
}

#[derive(Model)]
#[tf(version = 1, previous = PetV0)]
struct Pet {
    name: String,
}

impl From<PetV0> for Pet {
    fn from(old: PetV0) -> Self {
        Self { name: old.name }
    }
}

fn main() {}
