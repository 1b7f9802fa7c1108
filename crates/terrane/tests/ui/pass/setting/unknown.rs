//! The options are known names.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(keep)]
    id: Computed<String>,
}

fn main() {}
