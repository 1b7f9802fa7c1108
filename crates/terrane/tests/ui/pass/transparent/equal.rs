//! A type that implements `Equal` has the option `equal`.

use terrane::prelude::*;

#[derive(Attr)]
struct Legs(u8);

fn main() {}
