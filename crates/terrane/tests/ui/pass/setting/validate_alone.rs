//! Validators are in parentheses.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf()]
    title: String,
}

fn main() {}
