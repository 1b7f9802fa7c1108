//! A change of what is stored shows without a count.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    password: Option<String>,
    #[tf(counts(password))]
    password_version: Computed<i64>,
}

fn main() {}
