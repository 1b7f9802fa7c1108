//! Only computed values are kept.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(keep, computed)]
    id: Id,
}

type Id = Computed<String>;

fn main() {}
