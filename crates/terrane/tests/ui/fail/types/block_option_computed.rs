//! What the provider fills is the whole of the blocks.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(block)]
    diet: Option<Computed<Diet>>,
}

#[derive(Schema)]
struct Diet {
    kcal: Computed<i64>,
}

fn main() {}
