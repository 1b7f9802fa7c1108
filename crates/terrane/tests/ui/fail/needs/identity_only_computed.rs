//! The provider fills what is no attribute.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(identity(only))]
    account: String,
}

fn main() {}
