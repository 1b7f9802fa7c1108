//! Options are in parentheses.

use terrane::prelude::*;

#[derive(Model)]
#[tf]
struct Pet {}

fn main() {}
