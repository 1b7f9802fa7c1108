//! There is something to fill.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(filled)]
struct Pet {
    id: Computed<String>,
}

fn main() {}
