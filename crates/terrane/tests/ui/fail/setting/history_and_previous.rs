//! Older versions are declared by `history` or by `previous`, not by both.

use terrane::prelude::*;

#[derive(Model)]
#[cfg_attr(all(), tf(history = past))]
#[tf(version = 1, previous = PetV0)]
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
