//! Names do not start with a digit.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(name = "1st")]
    first: String,
}

fn main() {}
