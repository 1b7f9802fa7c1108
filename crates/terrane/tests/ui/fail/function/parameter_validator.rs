//! A parameter's validator checks its type.

use terrane::prelude::*;

/// Greets.
#[function]
fn greet(#[tf(validate(range(1..)))] name: String) -> String {
    name
}

fn main() {}
