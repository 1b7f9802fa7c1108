//! A transparent type over `Dynamic` cannot be an element.

use terrane::prelude::*;

#[derive(Attr)]
struct Anything(String);

#[derive(Model)]
struct Pet {
    all: Vec<Anything>,
}

fn main() {}
