//! A group is one block that is always there.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(block, group)]
    diet: Diet,
}

#[derive(Schema)]
struct Diet {
    kcal: i64,
}

fn main() {}
