//! Names are lower-case words.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(name = "type")]
    kind: String,
}

fn main() {}
