//! A transparent type contains an attribute type.

use terrane::prelude::*;

#[derive(Attr)]
struct Legs(u64);

fn main() {}
