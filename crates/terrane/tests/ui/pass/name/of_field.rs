//! Names are lower-case words.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    size: i64,
}

fn main() {}
