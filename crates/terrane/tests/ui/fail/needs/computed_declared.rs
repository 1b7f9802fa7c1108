//! What is computed says so.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf()]
    id: Id,
}

type Id = Computed<String>;

fn main() {}
