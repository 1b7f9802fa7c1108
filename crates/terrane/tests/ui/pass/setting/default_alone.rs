//! A default is a value.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf()]
    legs: i64,
}

fn main() {}
