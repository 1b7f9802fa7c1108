//! A parameter has only the option `validate`.

use terrane::prelude::*;

/// Greets.
#[function]
fn greet(#[tf(keep)] name: String) -> String {
    name
}

fn main() {}
