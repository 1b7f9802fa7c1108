//! An option is set once.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(keep)]
    id: Computed<String>,
}

fn main() {}
