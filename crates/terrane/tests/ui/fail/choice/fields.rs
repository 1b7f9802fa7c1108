//! An enum without fields is a string.

use terrane::prelude::*;

#[derive(Attr, Clone, Debug)]
enum Sex {
    Female,
    Male(u8),
}

fn main() {}
