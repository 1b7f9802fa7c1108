//! A parameter has only the option `validate`.

use terrane::prelude::*;

/// Greets.
#[function]
fn greet(#[tf(validate(len(1..)))] name: String) -> String {
    name
}

fn main() {}
