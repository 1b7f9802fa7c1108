//! Nobody sees a write-only value change.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(replace)]
    chip: WriteOnly<String>,
}

fn main() {}
