//! All fields of a computed block are computed.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(block)]
    diet: Computed<Diet>,
}

#[derive(Model)]
struct Diet {
    kcal: Computed<i64>,
}

fn main() {}
