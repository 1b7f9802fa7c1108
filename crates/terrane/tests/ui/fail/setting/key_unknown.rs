//! Only a part of the key can be missing in an older state.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(key(maybe))]
    id: Computed<String>,
}

fn main() {}
