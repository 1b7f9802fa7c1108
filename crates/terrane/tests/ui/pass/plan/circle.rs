//! `changes_with` has no cycles.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    name: String,
    #[tf(changes_with(name))]
    tag: Computed<String>,
    #[tf(changes_with(tag))]
    badge: Computed<String>,
}

fn main() {}
