//! The options are known names.

use terrane::prelude::*;

#[derive(Model)]
#[tf(name = "pet")]
struct Pet {}

fn main() {}
