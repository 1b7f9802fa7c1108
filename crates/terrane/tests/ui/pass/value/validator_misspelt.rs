//! A misspelt validator is corrected.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(validate(len(1..)))]
    title: String,
}

fn main() {}
