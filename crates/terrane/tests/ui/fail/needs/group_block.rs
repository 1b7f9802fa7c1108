//! A group is a block.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(group)]
    diet: Diet,
}

#[derive(Model)]
struct Diet {
    kcal: i64,
}

fn main() {}
