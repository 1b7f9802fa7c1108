//! A model is a struct.

use terrane::prelude::*;

#[derive(Model)]
union Pet {
    legs: i64,
}

fn main() {}
