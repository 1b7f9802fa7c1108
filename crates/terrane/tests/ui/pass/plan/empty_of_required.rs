//! A required collection is never null.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(empty_is_null)]
    tags: Option<Vec<String>>,
}

fn main() {}
