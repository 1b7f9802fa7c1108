//! The type `WriteOnly` marks a value that is not stored.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf()]
    password: WriteOnly<String>,
}

fn main() {}
