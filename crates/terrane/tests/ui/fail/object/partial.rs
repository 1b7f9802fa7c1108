//! A part of an object is not unknown in part.

use terrane::prelude::*;

#[derive(Attr)]
struct Leash {
    colours: Partial<Vec<String>>,
}

fn main() {}
