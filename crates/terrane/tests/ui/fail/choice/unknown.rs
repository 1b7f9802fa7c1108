//! Settings of variants are known words.

use terrane::prelude::*;

#[derive(Schema, Clone, Debug)]
enum Sex {
    #[tf(banana = "f")]
    Female,
}

fn main() {}
