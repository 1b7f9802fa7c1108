//! `filled` requires a computed field.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(filled)]
struct Pet {
    id: Option<String>,
}

fn main() {}
