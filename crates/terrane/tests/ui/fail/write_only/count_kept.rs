//! Only the framework sets a counter.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    password: WriteOnly<String>,
    #[tf(counts(password), keep)]
    password_version: Computed<i64>,
}

fn main() {}
