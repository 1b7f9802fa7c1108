//! A key is never null.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity)]
    id: String,
}

fn main() {}
