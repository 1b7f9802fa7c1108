//! `name` names an attribute.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(name = "type")]
    kind: String,
}

fn main() {}
