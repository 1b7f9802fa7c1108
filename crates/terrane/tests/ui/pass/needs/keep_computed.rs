//! Only computed values are kept.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(keep)]
    id: Computed<String>,
}

fn main() {}
