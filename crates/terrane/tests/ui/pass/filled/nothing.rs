//! `filled` requires a computed field.

use terrane::prelude::*;

#[derive(Model)]
#[tf(filled)]
struct Pet {
    id: Computed<String>,
}

fn main() {}
