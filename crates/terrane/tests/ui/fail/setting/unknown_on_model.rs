//! The options are known names.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(banana = "pet")]
struct Pet {}

fn main() {}
