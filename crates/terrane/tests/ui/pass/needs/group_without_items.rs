//! A group is a block that always exists.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(block, group)]
    diet: Diet,
}

#[derive(Model)]
struct Diet {
    kcal: i64,
}

fn main() {}
