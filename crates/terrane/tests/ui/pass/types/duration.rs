//! A duration is text.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Option<terrane::types::GoDuration>,
}

fn main() {}
