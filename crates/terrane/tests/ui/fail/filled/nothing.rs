//! `filled` requires a computed field.

use terrane::prelude::*;

#[derive(Model)]
#[tf(filled)]
struct Pet {
    id: Option<String>,
}

fn main() {}
