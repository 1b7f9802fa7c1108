//! A field with `keep` does not change with others.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    name: String,
    #[tf(keep, changes_with(name))]
    tag: Computed<String>,
}

fn main() {}
