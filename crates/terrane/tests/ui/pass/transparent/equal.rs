//! A type that implements `Equal` has the option `equal`.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(transparent)]
struct Legs(u8);

fn main() {}
