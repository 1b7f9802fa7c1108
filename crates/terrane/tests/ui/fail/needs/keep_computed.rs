//! Only computed values are kept.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(keep)]
    id: String,
}

fn main() {}
