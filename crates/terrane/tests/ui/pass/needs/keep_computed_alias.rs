//! Only computed values are kept.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(keep, computed)]
    id: Id,
}

type Id = Computed<String>;

fn main() {}
