//! A misspelt option causes a suggestion.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(defualt = 4)]
    legs: i64,
}

fn main() {}
