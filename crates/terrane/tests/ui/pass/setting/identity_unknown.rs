//! An import may leave a part of the identity out, nothing else.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity(optional))]
    id: String,
}

fn main() {}
