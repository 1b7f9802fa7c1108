//! A part of the identity is a part of the key.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(identity, key)]
    id: String,
}

fn main() {}
