//! A group is a block that always exists.

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
