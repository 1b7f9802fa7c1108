//! A field with the option `computed` has a computed type.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(computed)]
    id: Id,
}

type Id = Option<String>;

fn main() {}
