//! The options are on the variants.

use terrane::prelude::*;

#[derive(Schema, Clone, Debug)]
#[tf()]
enum Sex {
    Female,
}

fn main() {}
