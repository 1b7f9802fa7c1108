//! A part of the identity is a part of the key.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity)]
    id: String,
}

fn main() {}
