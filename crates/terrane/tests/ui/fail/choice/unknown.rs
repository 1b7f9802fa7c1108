//! The options of variants are known names.

use terrane::prelude::*;

#[derive(Attr, Clone, Debug)]
enum Sex {
    #[tf(banana = "f")]
    Female,
}

fn main() {}
