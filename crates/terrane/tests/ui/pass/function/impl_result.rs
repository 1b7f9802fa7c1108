//! The result's type is written out.

use terrane::prelude::*;

#[function]
fn slug(name: String) -> String {
    name
}

fn main() {}
