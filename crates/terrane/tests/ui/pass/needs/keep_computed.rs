//! Only computed values are kept.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(keep)]
    id: Computed<String>,
}

fn main() {}
