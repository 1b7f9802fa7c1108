//! An identity with older forms has a version.

use terrane::prelude::*;

#[derive(Model)]
#[tf(version = 1, identity_history = past)]
struct Pet {
    #[tf(identity)]
    id: String,
}

fn past() -> terrane::History<PetKey> {
    terrane::History::default()
}

fn main() {}
