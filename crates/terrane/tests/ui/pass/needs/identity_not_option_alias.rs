//! A key is never null.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity)]
    id: Id,
}

type Id = String;

fn main() {}
