//! Only a string has a `prefix`.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(unknown(prefix = "pet-"))]
    tag: Computed<i64>,
}

fn main() {}
