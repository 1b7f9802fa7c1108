//! A default is a value.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf()]
    legs: i64,
}

fn main() {}
