//! An option is on an item that supports it.

use terrane::prelude::*;

#[function(keep)]
fn slug(name: String) -> String {
    name
}

fn main() {}
