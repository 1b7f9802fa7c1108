//! An identity part without an attribute is computed.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(identity(only))]
    account: String,
}

fn main() {}
