//! A parameter has a name.

use terrane::prelude::*;

#[function]
fn slug(name @ _: String) -> String {
    name
}

fn main() {}
