//! An attribute type has a field.

use terrane::prelude::*;

#[derive(Attr)]
struct Port;

fn main() {}
