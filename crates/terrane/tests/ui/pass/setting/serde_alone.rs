//! Options of serde belong to its derives.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(optional)]
    kind: Computed<String>,
}

fn main() {}
