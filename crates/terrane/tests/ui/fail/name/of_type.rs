//! Names are lower-case words.

use terrane::prelude::*;

#[derive(Model)]
struct Bär {}

fn main() {}
