//! A function is safe.

use terrane::prelude::*;

#[function]
const fn slug(name: String) -> String {
    name
}

fn main() {}
