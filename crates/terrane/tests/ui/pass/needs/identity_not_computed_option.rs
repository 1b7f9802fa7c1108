//! A key is never null.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(identity)]
    id: Computed<String>,
}

fn main() {}
