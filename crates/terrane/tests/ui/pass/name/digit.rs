//! Names do not start with a digit.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(name = "first")]
    first: String,
}

fn main() {}
