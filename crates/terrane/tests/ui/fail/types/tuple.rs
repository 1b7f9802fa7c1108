//! A tuple holds scalars.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    pet: (Vec<i64>, String),
}

fn main() {}
