//! `counts` names a field of the same struct.

use terrane::prelude::*;

#[derive(Model)]
struct Common {
    password: WriteOnly<String>,
}

#[derive(Model)]
struct Pet {
    #[tf(flatten)]
    common: Common,
    token: WriteOnly<String>,
    #[tf(counts(token))]
    version: Computed<i64>,
}

fn main() {}
