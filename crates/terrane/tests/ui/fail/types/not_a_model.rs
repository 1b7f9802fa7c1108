//! A nested type is a model.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    diet: Diet,
}

#[derive(Clone)]
struct Diet {}

fn main() {}
