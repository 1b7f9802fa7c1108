//! A count is what the framework makes it.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    password: WriteOnly<String>,
    #[tf(counts(password), keep)]
    password_version: Computed<i64>,
}

fn main() {}
