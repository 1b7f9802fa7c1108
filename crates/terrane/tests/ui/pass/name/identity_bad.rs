//! The name of an identity part is one that hosts accept.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity)]
    id: String,
    #[tf(identity(name = "no"))]
    number: i64,
}

fn main() {}
