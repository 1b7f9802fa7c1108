//! `name` names an attribute.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[serde(rename = "type")]
    kind: String,
}

fn main() {}
