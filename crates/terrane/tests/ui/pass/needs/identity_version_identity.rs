//! Only an identity has a version of its own.

use terrane::prelude::*;

#[derive(Model)]
#[tf(identity_version = 1)]
struct Pet {
    #[tf(identity)]
    id: String,
}

fn main() {}
