//! The options of variants are known names.

use terrane::prelude::*;

#[derive(Schema, Clone, Debug)]
enum Sex {
    #[tf(name = "f")]
    Female,
}

fn main() {}
