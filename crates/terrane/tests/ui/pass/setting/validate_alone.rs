//! Validators are in parentheses.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf()]
    title: String,
}

fn main() {}
