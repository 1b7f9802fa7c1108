//! A parameter has no options of fields but `name` and `validate`.

use terrane::prelude::*;

/// Greets.
#[function]
fn greet(#[tf(validate(len(1..)))] name: String) -> String {
    name
}

fn main() {}
