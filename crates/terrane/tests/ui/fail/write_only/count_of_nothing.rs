//! `counts` names a field of the same model.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    password: WriteOnly<String>,
    #[tf(counts(pasword))]
    password_version: Computed<i64>,
}

fn main() {}
