//! The only condition is `if_configured`.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(replace())]
    title: String,
}

fn main() {}
