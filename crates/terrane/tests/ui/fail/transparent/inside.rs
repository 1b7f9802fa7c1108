//! A transparent type contains an attribute type.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(transparent)]
struct Legs(usize);

fn main() {}
