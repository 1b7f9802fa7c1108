//! A key is stored in the state.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity)]
    chip: String,
}

fn main() {}
