//! A list is a `Vec`.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: [i64;2],
}

fn main() {}
