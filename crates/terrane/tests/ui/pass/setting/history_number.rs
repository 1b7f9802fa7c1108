//! `history` names a function.

use terrane::prelude::*;

#[derive(Model)]
#[tf(version = 1, history = past)]
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

fn past() -> terrane::History<Pet> {
    terrane::History::after::<PetV0>()
}

fn main() {}
