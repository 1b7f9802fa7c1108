//! Names are lower-case words.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    größe: i64,
}

fn main() {}
