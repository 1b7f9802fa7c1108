//! A key is never null.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(identity)]
    id: String,
}

fn main() {}
