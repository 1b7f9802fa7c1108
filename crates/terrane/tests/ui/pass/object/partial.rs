//! A part of an object is not unknown in part.

use terrane::prelude::*;

#[derive(Attr)]
struct Leash {
    colours: Option<Vec<String>>,
}

fn main() {}
