//! Names are lower-case words.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    größe: i64,
}

fn main() {}
