//! A model with older versions has a version.

use terrane::prelude::*;

#[derive(Model)]
#[cfg_attr(any(), tf(version = 1))]
#[tf(previous = PetV0)]
struct Pet {
    name: String,
}

#[derive(Model)]
struct PetV0 {
    name: String,
}

impl From<PetV0> for Pet {
    fn from(old: PetV0) -> Self {
        Self { name: old.name }
    }
}

fn main() {}
