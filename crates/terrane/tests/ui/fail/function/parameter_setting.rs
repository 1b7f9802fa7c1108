//! A parameter has no options of fields but `name` and `validate`.

use terrane::prelude::*;

/// Greets.
#[function]
fn greet(#[tf(keep)] name: String) -> String {
    name
}

fn main() {}
