//! A type that is asked when two values mean the same says so.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(transparent, equal)]
struct Legs(u8);

fn main() {}
