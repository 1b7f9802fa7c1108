//! A parameter owns its value.

use terrane::prelude::*;

#[function]
fn slug(name: &str) -> String {
    name.to_string()
}

fn main() {}
