//! A function is free.

use terrane::prelude::*;

#[function]
fn slug(_name: String) -> String {
    String::new()
}

fn main() {}
