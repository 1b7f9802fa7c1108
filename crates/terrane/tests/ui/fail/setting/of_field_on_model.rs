//! An option is on an item that supports it.

use terrane::prelude::*;

#[derive(Model)]
#[tf(keep)]
struct Pet {}

fn main() {}
