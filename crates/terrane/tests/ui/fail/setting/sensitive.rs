//! The type `Sensitive` marks a secret.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(sensitive)]
    token: Sensitive<String>,
}

fn main() {}
