//! A default has the field's type.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(default = 4)]
    title: String,
}

fn main() {}
