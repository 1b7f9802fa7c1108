//! There is something to fill.

use terrane::prelude::*;

#[derive(Schema)]
#[tf(filled)]
struct Pet {
    id: Option<String>,
}

fn main() {}
