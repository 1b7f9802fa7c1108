//! A misspelt setting is recognised.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(defualt = 4)]
    legs: i64,
}

fn main() {}
