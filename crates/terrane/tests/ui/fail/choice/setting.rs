//! The options are on the variants.

use terrane::prelude::*;

#[derive(Attr, Clone, Debug)]
#[tf(name)]
enum Sex {
    Female,
}

fn main() {}
