//! An enum has at least one variant.

use terrane::prelude::*;

#[derive(Attr, Clone, Debug)]
enum Sex {
    Female,
}

fn main() {}
