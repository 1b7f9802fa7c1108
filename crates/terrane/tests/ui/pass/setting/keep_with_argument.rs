//! Some options have no argument.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(keep)]
    id: Computed<String>,
}

fn main() {}
