//! An update makes a computed value unknown, which must not replace the object.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(replace, keep)]
    id: Computed<String>,
}

fn main() {}
