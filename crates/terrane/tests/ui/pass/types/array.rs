//! A list is a `Vec`.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Vec<i64>,
}

fn main() {}
