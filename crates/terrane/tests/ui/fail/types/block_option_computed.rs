//! `Computed` contains a collection of blocks as a whole.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(block)]
    diet: Option<Computed<Diet>>,
}

#[derive(Model)]
struct Diet {
    kcal: Computed<i64>,
}

fn main() {}
