//! An option of an identity is written once.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity(optional, mutable))]
    id: String,
}

fn main() {}
