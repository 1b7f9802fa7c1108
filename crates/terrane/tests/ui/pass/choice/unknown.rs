//! Settings of variants are known words.

use terrane::prelude::*;

#[derive(Schema, Clone, Debug)]
enum Sex {
    #[tf(name = "f")]
    Female,
}

fn main() {}
