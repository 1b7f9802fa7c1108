//! `identity` has only the options that exist.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(identity(maybe))]
    id: String,
}

fn main() {}
