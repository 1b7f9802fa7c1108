//! Names are lower-case words.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(name = "Type")]
    kind: String,
}

fn main() {}
