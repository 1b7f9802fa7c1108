//! An update makes a computed value unknown, also behind an alias.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    name: String,
    #[tf(computed, replace)]
    id: Id,
}

type Id = Computed<Option<String>>;

fn main() {}
