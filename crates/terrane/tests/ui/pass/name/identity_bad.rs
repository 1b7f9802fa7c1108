//! An identity part must have a name that hosts accept.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(identity)]
    id: String,
    #[tf(identity(name = "no"))]
    number: i64,
}

fn main() {}
