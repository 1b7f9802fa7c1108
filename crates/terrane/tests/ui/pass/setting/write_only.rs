//! Types say what is stored nowhere.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf()]
    password: WriteOnly<String>,
}

fn main() {}
