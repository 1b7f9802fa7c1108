//! The name of an option is an identifier.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf("keep")]
    id: Computed<String>,
}

fn main() {}
