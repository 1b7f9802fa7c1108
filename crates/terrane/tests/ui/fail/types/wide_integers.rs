//! A whole number wider than 64 bits is exact.

use terrane::prelude::*;

#[derive(Model)]
struct Star {
    atoms: i128,
}

fn main() {}
