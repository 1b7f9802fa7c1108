//! A parameter has a name.

use terrane::prelude::*;

#[function]
fn slug(_name: String) -> String {
    String::new()
}

fn main() {}
