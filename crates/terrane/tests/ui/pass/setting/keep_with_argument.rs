//! Some options have no argument.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(keep)]
    id: Computed<String>,
}

fn main() {}
