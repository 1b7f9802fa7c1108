//! Only a write-only field has the option `required`.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(required)]
    chip: WriteOnly<String>,
}

fn main() {}
