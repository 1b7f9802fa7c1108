//! JSON is text.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Option<serde_json::Value>,
}

fn main() {}
