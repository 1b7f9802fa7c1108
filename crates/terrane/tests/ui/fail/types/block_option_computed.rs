//! `Computed` contains a collection of blocks as a whole.

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
