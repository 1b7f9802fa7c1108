//! An older state may lack a part of the key, nothing else.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(key(maybe))]
    id: Computed<String>,
}

fn main() {}
