//! Nobody sees a write-only value change.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(replace)]
    chip: String,
}

fn main() {}
