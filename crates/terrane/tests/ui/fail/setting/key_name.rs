//! Only a part of an identity can have another name than its attribute.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(key(name = "number"))]
    id: String,
}

fn main() {}
