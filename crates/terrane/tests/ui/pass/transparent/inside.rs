//! A type over another one is over an attribute's.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(transparent)]
struct Legs(u64);

fn main() {}
