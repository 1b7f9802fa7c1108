//! The options are on the variants.

use terrane::prelude::*;

#[derive(Attr, Clone, Debug)]
#[tf()]
enum Sex {
    Female,
}

fn main() {}
