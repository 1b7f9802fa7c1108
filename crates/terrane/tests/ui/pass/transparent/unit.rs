//! An attribute type has a field.

use terrane::prelude::*;

#[derive(Attr)]
struct Port(u16);

fn main() {}
