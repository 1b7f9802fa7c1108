//! A list is a `Vec`.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: Vec<i64>,
}

fn main() {}
