//! `identity` has only the options that exist.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity(maybe))]
    id: String,
}

fn main() {}
