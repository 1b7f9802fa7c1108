//! An option is set once.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(keep, keep)]
    id: Computed<String>,
}

fn main() {}
