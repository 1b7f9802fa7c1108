//! A key is never null.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity)]
    id: Option<String>,
}

fn main() {}
