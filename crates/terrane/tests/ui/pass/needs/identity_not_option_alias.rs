//! A key is never null.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(identity)]
    id: Id,
}

type Id = String;

fn main() {}
