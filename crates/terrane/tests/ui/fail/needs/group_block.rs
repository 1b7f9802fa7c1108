//! A group is a block.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(group)]
    diet: Diet,
}

#[derive(Schema)]
struct Diet {
    kcal: i64,
}

fn main() {}
