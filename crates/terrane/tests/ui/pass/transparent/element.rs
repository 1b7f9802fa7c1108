//! A transparent type over `Dynamic` cannot be an element.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(transparent)]
struct Anything(String);

#[derive(Schema)]
struct Pet {
    all: Vec<Anything>,
}

fn main() {}
