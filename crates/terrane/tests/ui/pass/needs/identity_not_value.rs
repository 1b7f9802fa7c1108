//! A key is never null.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(key)]
    id: String,
}

fn main() {}
