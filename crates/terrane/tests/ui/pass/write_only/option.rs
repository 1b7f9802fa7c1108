//! A write-only field is optional already.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    chip: WriteOnly<String>,
}

fn main() {}
