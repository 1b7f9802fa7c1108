//! The type `Sensitive` marks a secret.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(sensitive)]
    token: Sensitive<String>,
}

fn main() {}
