//! A function is free.

use terrane::prelude::*;

#[function]
fn slug(self: String) -> String {
    String::new()
}

fn main() {}
