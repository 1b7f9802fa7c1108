//! Every field has a name of its own.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    r#type: String,
    #[tf(name = "kind")]
    kind: String,
}

fn main() {}
