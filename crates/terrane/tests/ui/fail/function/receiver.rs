//! A function has no receiver.

use terrane::prelude::*;

#[function]
fn slug(self: String) -> String {
    String::new()
}

fn main() {}
