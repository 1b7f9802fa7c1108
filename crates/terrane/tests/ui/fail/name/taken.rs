//! Every field has a name of its own.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    r#type: String,
    #[tf(name = "type")]
    kind: String,
}

fn main() {}
