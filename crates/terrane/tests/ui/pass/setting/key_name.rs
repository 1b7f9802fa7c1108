//! Only a part of an identity can have another name than its attribute.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity(name = "number"))]
    id: String,
}

fn main() {}
