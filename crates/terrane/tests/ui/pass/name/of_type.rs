//! Names are lower-case words.

use terrane::prelude::*;

#[derive(Model)]
struct Bear {}

fn main() {}
