//! A parameter owns its value.

use terrane::prelude::*;

#[function]
fn slug(name: String) -> String {
    name.to_string()
}

fn main() {}
