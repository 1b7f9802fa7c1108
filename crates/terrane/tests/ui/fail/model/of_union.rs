//! A model is a struct.

use terrane::prelude::*;

#[derive(Schema)]
union Pet {
    legs: i64,
}

fn main() {}
