//! A group always exists, so it is not computed.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(block, group)]
    diet: Computed<Diet>,
}

#[derive(Model)]
struct Diet {
    kcal: Computed<i64>,
}

fn main() {}
