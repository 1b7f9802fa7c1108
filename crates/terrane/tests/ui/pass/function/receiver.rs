//! A function has no receiver.

use terrane::prelude::*;

#[function]
fn slug(_name: String) -> String {
    String::new()
}

fn main() {}
