//! A counter counts the changes of one field.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    password: WriteOnly<String>,
    #[tf(counts(password, other))]
    password_version: Computed<i64>,
}

fn main() {}
