//! The condition of `replace` is in parentheses.

use terrane::prelude::*;

#[derive(Schema)]
struct Pet {
    #[tf(replace=if_configured)]
    title: String,
}

fn main() {}
