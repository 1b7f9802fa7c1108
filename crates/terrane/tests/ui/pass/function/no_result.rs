//! A function returns a value.

use terrane::prelude::*;

#[function]
fn slug(name: String) -> String {
    panic!("{name}")
}

fn main() {}
