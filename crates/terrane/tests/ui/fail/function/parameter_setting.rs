//! A parameter is checked, nothing more.

use terrane::prelude::*;

/// Greets.
#[function]
fn greet(#[tf(keep)] name: String) -> String {
    name
}

fn main() {}
