//! Some options have no argument.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(keep(true))]
    id: Computed<String>,
}

fn main() {}
