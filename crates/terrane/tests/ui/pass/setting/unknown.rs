//! The options are known names.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(keep)]
    id: Computed<String>,
}

fn main() {}
