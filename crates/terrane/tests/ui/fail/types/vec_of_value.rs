//! A setting may be unknown as a whole, but its elements may not.

use terrane::prelude::*;

#[derive(Model)]
struct Settings {
    gates: Vec<Value<String>>,
}

fn main() {}
