//! A model is a struct.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    legs: i64,
}

fn main() {}
