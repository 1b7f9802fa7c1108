//! A setting may be unknown as a whole, but its elements may not.

use terrane::prelude::*;

#[derive(Schema)]
struct Settings {
    gates: Vec<Value<String>>,
}

fn main() {}
