//! A type that implements `Equal` has the option `equal`.

use terrane::prelude::*;

#[derive(Attr)]
#[tf(equal)]
struct Legs(u8);

fn main() {}
