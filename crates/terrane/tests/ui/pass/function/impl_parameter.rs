//! A parameter has an explicit type.

use terrane::prelude::*;

#[function]
fn slug(name: String) -> String {
    name.to_string()
}

fn main() {}
