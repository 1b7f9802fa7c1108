//! An option of an identity is written once.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(identity(optional, mutable))]
    id: String,
}

fn main() {}
