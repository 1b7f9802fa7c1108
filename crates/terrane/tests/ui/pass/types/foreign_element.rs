//! A collection holds what an attribute can hold.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    pet: Vec<String>,
}

fn main() {}
