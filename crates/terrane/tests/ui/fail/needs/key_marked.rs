//! A key has the fields that are marked.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(replace)]
    name: String,
}

fn name(key: Key<Pet>) -> String {
    key.name
}

fn main() {}
