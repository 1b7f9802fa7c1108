//! A type over another one is checked, not kept.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(transparent, validate(range(..4)))]
struct Legs(u8);

fn main() {}
