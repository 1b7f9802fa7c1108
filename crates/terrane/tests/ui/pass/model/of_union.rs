//! A model is a struct.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    legs: i64,
}

fn main() {}
