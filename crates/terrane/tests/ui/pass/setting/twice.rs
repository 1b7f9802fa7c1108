//! An option of a field may be set only once.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(keep)]
    id: Computed<String>,
}

fn main() {}
