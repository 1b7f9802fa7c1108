//! Options are for the attribute that holds an object.

use terrane::prelude::*;

#[derive(Attr)]
struct Certificate {
    #[tf(block)]
    valid: i64,
}

fn main() {}
