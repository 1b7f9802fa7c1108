//! A part of an identity has a name that hosts take.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity)]
    id: String,
    #[tf(identity(name = "no"))]
    number: i64,
}

fn main() {}
