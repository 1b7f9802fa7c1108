//! A result is of a type that the configuration language has.

use terrane::prelude::*;

#[function]
fn wait() -> String {
    Default::default()
}

fn main() {}
