//! A block is configured as a whole.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(block)]
    diet: Diet,
}

#[derive(Model)]
struct Diet {
    kcal: i64,
}

fn main() {}
