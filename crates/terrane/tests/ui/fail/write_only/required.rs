//! Only of a write-only value the type does not say whether it is required.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(required)]
    chip: Option<String>,
}

fn main() {}
