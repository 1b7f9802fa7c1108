//! Settings are known words.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(banana = "pet")]
struct Pet {}

fn main() {}
