//! The options are known names.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(name = "pet")]
struct Pet {}

fn main() {}
