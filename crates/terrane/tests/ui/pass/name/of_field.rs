//! Names are lower-case words.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    size: i64,
}

fn main() {}
