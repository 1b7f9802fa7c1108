//! A transparent type has one field.

use terrane::prelude::*;

#[derive(Attr)]
struct Legs(u8);

fn main() {}
