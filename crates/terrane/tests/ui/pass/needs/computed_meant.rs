//! A field with the option `computed` has a computed type.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(computed)]
    id: Id,
}

type Id = Computed<String>;

fn main() {}
