//! A name is a string.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf()]
    title: String,
}

fn main() {}
