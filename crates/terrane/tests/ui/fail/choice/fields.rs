//! An enum without fields is a string.

use terrane::prelude::*;

#[derive(Schema, Clone, Debug)]
enum Sex {
    Female,
    Male(u8),
}

fn main() {}
