//! Names are lower-case words.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(name = "type")]
    kind: String,
}

fn main() {}
