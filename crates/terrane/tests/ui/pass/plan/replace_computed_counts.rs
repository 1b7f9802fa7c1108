//! A counter changes only with the value that it counts.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    password: WriteOnly<String>,
    #[tf(replace, counts(password))]
    version: Computed<i64>,
}

fn main() {}
