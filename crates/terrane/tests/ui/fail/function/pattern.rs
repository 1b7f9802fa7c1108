//! A parameter has a name.

use terrane::prelude::*;

#[function]
fn slug(_: String) -> String {
    String::new()
}

fn main() {}
