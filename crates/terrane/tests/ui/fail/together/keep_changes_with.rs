//! What keeps its value always changes with nothing.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    name: String,
    #[tf(keep, changes_with(name))]
    tag: Computed<String>,
}

fn main() {}
