//! A key is stored in the state.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(identity)]
    chip: String,
}

fn main() {}
