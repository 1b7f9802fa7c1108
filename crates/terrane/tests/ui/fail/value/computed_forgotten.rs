//! Every computed field is filled.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    name: String,
    id: Computed<String>,
    tag: Computed<String>,
}

fn created(plan: Pet) -> Pet {
    plan.with_computed(PetComputed { id: String::new() })
}

fn main() {}
