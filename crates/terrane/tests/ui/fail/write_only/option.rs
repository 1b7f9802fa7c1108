//! A write-only field is optional already.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    chip: Option<WriteOnly<String>>,
}

fn main() {}
