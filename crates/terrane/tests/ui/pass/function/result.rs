//! A function returns an attribute type.

use terrane::prelude::*;

#[function]
fn wait() -> String {
    Default::default()
}

fn main() {}
