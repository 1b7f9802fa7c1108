//! A parameter's type is written out.

use terrane::prelude::*;

#[function]
fn slug(name: String) -> String {
    name.to_string()
}

fn main() {}
