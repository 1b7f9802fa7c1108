//! A part of an object is not unknown in part.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(object)]
struct Leash {
    colours: Partial<Vec<String>>,
}

fn main() {}
