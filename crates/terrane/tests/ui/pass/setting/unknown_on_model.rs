//! Settings are known words.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(name = "pet")]
struct Pet {}

fn main() {}
