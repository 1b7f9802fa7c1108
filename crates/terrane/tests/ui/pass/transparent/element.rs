//! A type over one that no collection holds is in no collection.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(transparent)]
struct Anything(String);

#[derive(Schema)]
struct Pet {
    all: Vec<Anything>,
}

fn main() {}
