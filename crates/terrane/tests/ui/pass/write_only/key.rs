//! What identifies an object is in its state.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity)]
    chip: String,
}

fn main() {}
