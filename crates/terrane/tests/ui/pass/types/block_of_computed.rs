//! All fields of a computed block are computed.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(block)]
    diet: Computed<Diet>,
}

#[derive(Schema)]
struct Diet {
    kcal: Computed<i64>,
}

fn main() {}
