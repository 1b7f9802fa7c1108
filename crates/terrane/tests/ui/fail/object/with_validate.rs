//! Options are for the attribute that holds an object.

use terrane::prelude::*;

#[derive(Attr)]
struct Certificate {
    #[tf(validate(range(..4)))]
    valid: i64,
}

fn main() {}
