//! The condition of `replace` is in parentheses.

use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(replace(if_configured))]
    title: String,
}

fn main() {}
