//! Names are lower-case words.

use terrane::prelude::*;

#[derive(Schema)]
struct Bär {}

fn main() {}
