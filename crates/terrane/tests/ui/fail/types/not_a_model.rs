//! A nested type is a model.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    diet: Diet,
}

#[derive(Clone)]
struct Diet {}

fn main() {}
