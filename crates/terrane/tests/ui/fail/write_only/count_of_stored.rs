//! Only changes of write-only fields are counted.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    password: Option<String>,
    #[tf(counts(password))]
    password_version: Computed<i64>,
}

fn main() {}
