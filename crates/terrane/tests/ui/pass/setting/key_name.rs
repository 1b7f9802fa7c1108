//! Only a part of an identity can have another name than its attribute.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(identity(name = "number"))]
    id: String,
}

fn main() {}
