//! An option of a field may be set only once.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(keep, keep)]
    id: Computed<String>,
}

fn main() {}
