//! Options are separated by commas.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(name = "number" keep)]
    id: Computed<String>,
}

fn main() {}
