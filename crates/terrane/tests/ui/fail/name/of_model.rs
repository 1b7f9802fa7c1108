//! Names are lower-case words.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(name = "big-pet")]
struct Pet {}

fn main() {}
