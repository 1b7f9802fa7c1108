//! A part of the identity without an attribute is not optional.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(identity(only), optional)]
    account: Computed<String>,
}

fn main() {}
