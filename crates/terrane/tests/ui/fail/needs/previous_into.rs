//! The model implements `From` of its previous version.

use terrane::prelude::*;

struct Other {
    name: String,
}

#[derive(Model)]
struct PetV0 {
    name: String,
}

#[derive(Model)]
#[tf(version = 1, previous = PetV0)]
struct Pet {
    name: String,
}

impl From<PetV0> for Other {
    fn from(old: PetV0) -> Self {
        Self { name: old.name }
    }
}

fn main() {}
