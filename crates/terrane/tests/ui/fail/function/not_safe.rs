//! A function is safe.

use terrane::prelude::*;

#[function]
unsafe fn slug(name: String) -> String {
    name
}

fn main() {}
