//! A type that implements `Equal` has the option `equal`.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(transparent, equal)]
struct Legs(u8);

fn main() {}
