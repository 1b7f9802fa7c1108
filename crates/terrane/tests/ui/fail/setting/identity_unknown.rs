//! An import may leave a part of the identity out, nothing else.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity(maybe))]
    id: String,
}

fn main() {}
