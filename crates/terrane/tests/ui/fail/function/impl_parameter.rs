//! A parameter's type is written out.

use terrane::prelude::*;

#[function]
fn slug(name: impl ToString) -> String {
    name.to_string()
}

fn main() {}
