//! The type `WriteOnly` marks a value that is not stored.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(write_only)]
    password: WriteOnly<String>,
}

fn main() {}
