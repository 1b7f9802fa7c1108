//! The options are known names.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(banana)]
    id: Computed<String>,
}

fn main() {}
