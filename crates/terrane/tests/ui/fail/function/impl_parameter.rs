//! A parameter has an explicit type.

use terrane::prelude::*;

#[function]
fn slug(name: impl ToString) -> String {
    name.to_string()
}

fn main() {}
