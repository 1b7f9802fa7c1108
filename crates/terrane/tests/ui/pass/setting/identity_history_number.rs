//! The versions of an identity come from a function.

use terrane::prelude::*;

#[derive(Model)]
#[tf(identity_version = 1, identity_history = past)]
struct Pet {
    #[tf(identity)]
    id: String,
}

fn past() -> terrane::History<PetKey> {
    terrane::History::default()
}

fn main() {}
