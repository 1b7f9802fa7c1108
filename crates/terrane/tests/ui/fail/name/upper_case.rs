//! Names are lower-case words.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(name = "Type")]
    kind: String,
}

fn main() {}
