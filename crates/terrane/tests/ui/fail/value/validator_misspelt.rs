//! A misspelt validator is corrected.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(validate(lenn(1..)))]
    title: String,
}

fn main() {}
