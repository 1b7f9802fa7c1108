//! `identity` has only the options that exist.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity(optional))]
    id: String,
}

fn main() {}
