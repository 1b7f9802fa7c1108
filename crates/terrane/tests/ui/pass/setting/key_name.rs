//! Only a part of an identity has another name than its attribute.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity(name = "number"))]
    id: String,
}

fn main() {}
