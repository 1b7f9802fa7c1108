//! A transparent type contains an attribute type.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(transparent)]
struct Legs(u64);

fn main() {}
