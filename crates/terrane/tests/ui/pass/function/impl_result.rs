//! A function has an explicit result type.

use terrane::prelude::*;

#[function]
fn slug(name: String) -> String {
    name
}

fn main() {}
