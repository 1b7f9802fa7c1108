//! A name is a string.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf()]
    title: String,
}

fn main() {}
