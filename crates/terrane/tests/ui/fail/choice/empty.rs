//! An enum has at least one variant.

use terrane::prelude::*;

#[derive(Schema, Clone, Debug)]
enum Sex {}

fn main() {}
