//! A key is never null.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(key)]
    id: Value<String>,
}

fn main() {}
