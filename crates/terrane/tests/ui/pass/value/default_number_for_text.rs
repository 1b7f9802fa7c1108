//! A default has the field's type.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(default = "four")]
    title: String,
}

fn main() {}
