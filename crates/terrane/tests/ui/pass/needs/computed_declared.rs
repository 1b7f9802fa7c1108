//! A computed field under an alias has the option `computed`.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(computed)]
    id: Id,
}

type Id = Computed<String>;

fn main() {}
