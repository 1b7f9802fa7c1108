//! A version is a number.

use terrane::prelude::*;

#[derive(Model)]
#[tf(version = "1", previous = PetV0)]
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
