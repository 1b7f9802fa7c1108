//! A count is a whole number.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    password: WriteOnly<String>,
    #[tf(counts(password))]
    password_version: Computed<String>,
}

fn main() {}
