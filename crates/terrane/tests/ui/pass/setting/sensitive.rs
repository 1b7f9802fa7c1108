//! Types say what is a secret.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf()]
    token: Sensitive<String>,
}

fn main() {}
