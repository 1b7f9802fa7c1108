//! An empty text is a value like any other.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(empty_is_null)]
    tags: Option<Vec<String>>,
}

fn main() {}
