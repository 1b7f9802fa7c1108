//! Names are lower-case words.

use terrane::prelude::*;

#[derive(Model)]
#[tf(name = "big-pet")]
struct Pet {}

fn main() {}
