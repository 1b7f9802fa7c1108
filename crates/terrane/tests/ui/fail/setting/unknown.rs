//! The options are known names.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(banana)]
    id: Computed<String>,
}

fn main() {}
