//! The type `Sensitive` marks a secret.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf()]
    token: Sensitive<String>,
}

fn main() {}
