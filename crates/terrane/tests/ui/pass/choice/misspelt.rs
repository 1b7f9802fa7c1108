//! The options of variants are known names.

use terrane::prelude::*;

#[derive(Attr, Clone, Debug)]
enum Sex {
    #[tf(name = "f")]
    Female,
}

fn main() {}
