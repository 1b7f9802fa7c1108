//! The version of an identity is a number from 1 up.

use terrane::prelude::*;

#[derive(Model)]
#[tf(identity_version = 1)]
struct Pet {
    #[tf(identity)]
    id: String,
}

fn main() {}
