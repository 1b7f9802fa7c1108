//! `Computed` contains a collection of blocks as a whole.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(block)]
    diet: Computed<Option<Diet>>,
}

#[derive(Model)]
struct Diet {
    kcal: Computed<i64>,
}

fn main() {}
