//! A model is one type with one schema.

use terrane::prelude::*;

type T = String;

#[derive(Model)]
struct Pet {
    names: Vec<T>,
}

fn main() {}
