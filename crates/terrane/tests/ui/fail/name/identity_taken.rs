//! Two parts of an identity have two names.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(identity)]
    id: String,
    #[tf(identity(name = "id"))]
    number: i64,
}

fn main() {}
