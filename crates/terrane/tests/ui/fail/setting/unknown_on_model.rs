//! The options are known names.

use terrane::prelude::*;

#[derive(Model)]
#[tf(banana = "pet")]
struct Pet {}

fn main() {}
