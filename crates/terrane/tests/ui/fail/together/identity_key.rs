//! What is part of the identity is part of the key.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity, key)]
    id: String,
}

fn main() {}
