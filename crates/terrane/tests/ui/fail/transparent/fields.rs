//! A transparent type has one field.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(transparent)]
struct Legs(u8, u8);

fn main() {}
