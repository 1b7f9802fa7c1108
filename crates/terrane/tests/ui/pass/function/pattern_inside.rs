//! A parameter has a name.

use terrane::prelude::*;

#[function]
fn slug(name: String) -> String {
    name
}

fn main() {}
